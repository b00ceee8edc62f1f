import { deleted } from '../history.js';
import { type Hand, idIn } from './hand.js';

/** Spaces and collections of the organization, and the structure of a site. */
export class Structuring {
  private readonly sections: string[] = [];
  private readonly groups: string[] = [];

  constructor(private readonly hand: Hand) {}

  readonly collection = async (): Promise<void> => {
    const { hand } = this;
    const title = hand.text('collection');
    const id = await hand.create({ method: 'POST', path: `${hand.organization}/collections`, body: { title } });
    if (id !== undefined) hand.keep(`/v1/collections/${id}`, ['title'], title);
  };

  readonly moveCollection = async (): Promise<void> => {
    const { hand } = this;
    const path = this.knownCollection();
    if (path === undefined) return this.collection();
    const other = hand.random(2) === 0 ? undefined : this.knownCollection();
    // Not into itself, nor below itself.
    await hand.write({ method: 'POST', path: `${path}/move`, body: { parent: other === undefined ? null : idIn(other) } }, [400, 409]);
  };

  readonly space = async (): Promise<void> => {
    const { hand } = this;
    const title = hand.text('space');
    const id = await hand.create({ method: 'POST', path: `${hand.organization}/spaces`, body: { title } });
    if (id === undefined) return;
    hand.keep(`/v1/spaces/${id}`, ['title'], title);
    hand.ownSpaces.push(id);
  };

  readonly duplicateSpace = async (): Promise<void> => {
    const { hand } = this;
    const id = await hand.create({ method: 'POST', path: `/v1/spaces/${hand.space()}/duplicate` });
    if (id !== undefined) hand.ownSpaces.push(id);
  };

  /** One that nothing else is done with goes into the trash, and back. */
  readonly trashSpace = async (): Promise<void> => {
    const { hand } = this;
    const id = await hand.create({ method: 'POST', path: `${hand.organization}/spaces`, body: { title: hand.text('trash') } });
    if (id === undefined) return;
    const outcome = await hand.write({ method: 'DELETE', path: `/v1/spaces/${id}` });
    if (outcome.kind === 'acknowledged' && hand.random(2) === 0) await hand.write({ method: 'POST', path: `/v1/spaces/${id}/restore` });
  };

  readonly moveSpace = async (): Promise<void> => {
    const { hand } = this;
    const collection = hand.random(3) === 0 ? undefined : this.knownCollection();
    await hand.write({ method: 'POST', path: `/v1/spaces/${hand.space()}/move`, body: { parent: collection === undefined ? null : idIn(collection) } }, [409]);
  };

  readonly section = async (): Promise<void> => {
    const { hand } = this;
    const [path, title] = [`${hand.site}/sections`, hand.text('section')];
    const id = await hand.create({ method: 'POST', path, body: { spaceId: hand.space(), title } });
    if (id !== undefined) this.sections.push(`${path}/${id}`);
  };

  readonly moveSection = async (): Promise<void> => {
    const { hand } = this;
    const [section, beside] = [hand.one(this.sections), hand.one(this.sections)];
    if (section === undefined || beside === undefined) return this.section();
    const neighbour = { type: 'site-section', siteSection: idIn(beside) };
    const body = section === beside ? {} : { position: { [hand.random(2) === 0 ? 'before' : 'after']: neighbour } };
    await hand.write({ method: 'POST', path: `${section}/move`, body });
  };

  readonly groupSections = async (): Promise<void> => {
    const { hand } = this;
    const section = hand.one(this.sections);
    if (section === undefined) return this.section();
    const group = this.groups.length > 2 ? hand.one(this.groups) : undefined;
    if (group !== undefined) {
      await hand.write({ method: 'POST', path: `${group}/sections`, body: { sectionId: idIn(section) } }, [409]);
      return;
    }
    const path = `${hand.site}/section-groups`;
    const id = await hand.create({ method: 'POST', path, body: { title: hand.text('group'), sections: [idIn(section)] } });
    if (id !== undefined) this.groups.push(`${path}/${id}`);
  };

  readonly deleteSection = async (): Promise<void> => {
    const { hand } = this;
    const path = hand.one(this.sections);
    if (path === undefined) return this.section();
    await hand.write({ method: 'DELETE', path }, [409]);
    this.sections.splice(this.sections.indexOf(path), 1);
  };

  readonly deleteTeam = async (): Promise<void> => {
    const { hand } = this;
    const register = hand.one(hand.kept(`${hand.organization}/teams/`));
    if (register !== undefined) deleted(register, await hand.write({ method: 'DELETE', path: register.path }));
  };

  private knownCollection(): string | undefined {
    return this.hand.one(this.hand.kept('/v1/collections/'))?.path;
  }
}
