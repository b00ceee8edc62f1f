import { Contending } from './contending.js';
import type { Hand } from './hand.js';
import { Proposing } from './proposing.js';
import { Structuring } from './structuring.js';
import { Writing } from './writing.js';

/** One client: does one random operation after the other, and keeps what was acknowledged. */
export class Actor {
  private readonly operations: readonly (() => Promise<void>)[];

  constructor(private readonly hand: Hand) {
    const [writing, proposing, structuring, contending] = [new Writing(hand), new Proposing(hand), new Structuring(hand), new Contending(hand)];
    const often = [writing.rewrite, proposing.propose, proposing.rewritePage, proposing.finish, contending.addLine];
    const seldom = [
      ...[writing.comment, writing.reply, writing.resolve, writing.deleteComment, writing.team, writing.spec],
      ...[proposing.import, proposing.comment],
      ...[structuring.collection, structuring.moveCollection, structuring.space, structuring.duplicateSpace, structuring.trashSpace, structuring.moveSpace],
      ...[structuring.section, structuring.moveSection, structuring.groupSections, structuring.deleteSection, structuring.deleteTeam],
      this.look,
    ];
    this.operations = [...often, ...often, ...often, ...seldom];
  }

  async act(): Promise<void> {
    await this.hand.one(this.operations)?.();
  }

  /** Reads that are to be answered as ever, or not for now. */
  private readonly look = async (): Promise<void> => {
    const { organization, site } = this.hand;
    const space = `/v1/spaces/${this.hand.space()}`;
    await this.hand.read(this.hand.one([`${organization}/spaces`, `${organization}/search?query=page`, `${site}/structure`, `${space}/content`, `${space}/search?query=line`, `${space}/comments`, `${space}/change-requests`]) ?? '');
  };
}
