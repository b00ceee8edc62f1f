import { PinoPretty } from 'pino-pretty';

/** One short, coloured line for each message. */
export function pretty(): PinoPretty.PrettyStream {
  return PinoPretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'requestId,context', singleLine: true, sync: true });
}
