import fc from 'fast-check';
import { randomNumbers } from '../../support/random-numbers.js';

/** Random choices, the same ones for the same seed. */
export class Dice {
  private readonly below: (bound: number) => number;
  private readonly texts: string[];

  constructor(seed: number) {
    this.below = randomNumbers(seed);
    this.texts = fc.sample(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 10 })), { seed, numRuns: 500 });
  }

  /** Whether one out of so many times. */
  once(inTimes: number): boolean {
    return this.below(inTimes) === 0;
  }

  pick<Choice>(choices: readonly [Choice, ...Choice[]]): Choice;
  pick<Choice>(choices: readonly Choice[]): Choice | undefined;
  pick<Choice>(choices: readonly Choice[]): Choice | undefined {
    return choices[this.below(choices.length)];
  }

  number(below: number): number {
    return this.below(below);
  }

  text(): string {
    return this.pick(this.texts) ?? '';
  }
}
