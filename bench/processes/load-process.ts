import process from 'node:process';
import autocannon, { type Options } from 'autocannon';

/* Sends requests in a process of its own, so that its CPU time is nobody else's: one order, one answer. */
process.on('message', (options: Options) => {
  void autocannon(options).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit(0));
