import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { FlowValue } from './flow-value.js';

describe('FlowValue', () => {
  it('is carried across awaits, and by each flow apart from others', async () => {
    const flow = new FlowValue<string>();
    const read = async (): Promise<string | undefined> => {
      await turn();
      return flow.get();
    };
    expect(await Promise.all([flow.run('one', read), read(), flow.run('other', read)])).toEqual(['one', undefined, 'other']);
    expect(flow.get()).toBeUndefined();
  });

  it('leaves other values alone, and hides its own outer one', async () => {
    const [flow, other] = [new FlowValue<string>(), new FlowValue<number>()];
    const seen = await flow.run('outer', () =>
      other.run(1, async () => {
        const inner = await flow.run('inner', () => Promise.resolve([flow.get(), other.get()]));
        return [...inner, flow.get(), other.get()];
      }),
    );
    expect(seen).toEqual(['inner', 1, 'outer', 1]);
  });
});
