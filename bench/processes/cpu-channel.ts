import process from 'node:process';

/*
 * Loaded ahead of a server (`--import`): answers over the parent's channel how much CPU time the process has
 * used, in microseconds. The server itself knows nothing of it.
 */
process.on('message', (message) => {
  if (message !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system });
});
// The channel alone must not keep a server running that was told to stop.
process.channel?.unref();
// Nor may a server outlive the benchmark.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
