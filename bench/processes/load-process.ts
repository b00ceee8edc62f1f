import process from 'node:process';
import autocannon, { type Client } from 'autocannon';
import type { LoadOptions } from './load.js';

/** Milliseconds between looks at whether it is over; autocannon's own second would keep servers waiting after the last request. */
const LOOK_EVERY = 100;
/** Seconds that an answer may take: on a machine with other work, merges wait long for their space. */
const LONGEST_ANSWER = 60;

/* Sends requests in a process of its own, so that its CPU time is nobody else's: one order, one answer. */
process.on('message', ({ each, ...options }: LoadOptions) => {
  let connection = 0;
  const setupClient = (client: Client): void => {
    const own = each?.[connection % each.length];
    connection += 1;
    if (own !== undefined) client.setRequests(own);
  };
  void autocannon({ ...options, sampleInt: LOOK_EVERY, timeout: LONGEST_ANSWER, ...(each === undefined ? {} : { setupClient }) }).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit(0));
