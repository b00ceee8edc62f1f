import process from 'node:process';
import autocannon, { type Client } from 'autocannon';
import type { LoadOptions } from './load.js';

/* Sends requests in a process of its own, so that its CPU time is nobody else's: one order, one answer. */
process.on('message', ({ each, ...options }: LoadOptions) => {
  let connection = 0;
  const setupClient = (client: Client): void => {
    const own = each?.[connection % each.length];
    connection += 1;
    if (own !== undefined) client.setRequests(own);
  };
  void autocannon({ ...options, ...(each === undefined ? {} : { setupClient }) }).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit(0));
