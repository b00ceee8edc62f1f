import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { requireOne } from '../../kernel/errors/database-errors.js';
import { newId } from '../../kernel/ids/id.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { type KeysetColumn, keysetPage } from '../../kernel/pagination/keyset.js';
import { readPage } from '../../kernel/pagination/list.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import { patch } from '../../kernel/validation/patch.js';
import type { CreateTranslationSettingsDto, UpdateTranslationSettingsDto } from './dto/translation-settings-requests.dto.js';
import type { TranslationSettingsDto, TranslationSettingsListDto } from './dto/translation-settings.dto.js';
import { NO_SETTINGS, TranslationSettingsAccess } from './translation-settings.access.js';
import { TranslationSettingsEntity } from './translation-settings.entity.js';
import { TranslationSettingsPresenter } from './translation-settings.presenter.js';

const OLDEST_FIRST: readonly KeysetColumn[] = [
  { sql: 'settings.created_at', direction: 'asc' },
  { sql: 'settings.id', direction: 'asc' },
];

/** The translation settings of organizations. */
@Injectable()
export class TranslationsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: TranslationSettingsAccess,
    private readonly presenter: TranslationSettingsPresenter,
    private readonly cursors: Cursors,
  ) {}

  async get(actor: Actor, organizationId: string, id: string): Promise<TranslationSettingsDto> {
    return this.presenter.present(await this.access.load(actor, organizationId, id, 'view'));
  }

  async list(actor: Actor, organizationId: string, query: PageQuery): Promise<TranslationSettingsListDto> {
    await this.access.requireInOrganization(actor, organizationId, 'view');
    const all = this.db.repo(TranslationSettingsEntity).createQueryBuilder('settings').where({ organizationId });
    return readPage(this.cursors, query, {
      scope: cursorScope('translations', { organization: organizationId }),
      order: OLDEST_FIRST,
      find: (stretch) => keysetPage(all, OLDEST_FIRST, stretch).getMany(),
      count: () => this.count(organizationId),
      positionOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
      present: (settings) => this.presenter.present(settings),
    });
  }

  async create(actor: Actor, organizationId: string, body: CreateTranslationSettingsDto): Promise<TranslationSettingsDto> {
    await this.access.requireInOrganization(actor, organizationId, 'edit');
    return this.presenter.present(await this.make(organizationId, body));
  }

  /** New settings, without regard to any caller. */
  async make(organizationId: string, { title, languages = [] }: CreateTranslationSettingsDto): Promise<TranslationSettingsEntity> {
    const now = this.clock.now();
    const settings: TranslationSettingsEntity = { id: newId(), organizationId, title, languages, createdAt: now, updatedAt: now };
    return this.db.transaction(async () => {
      await this.db.repo(TranslationSettingsEntity).insert(settings);
      return settings;
    });
  }

  async update(actor: Actor, organizationId: string, id: string, body: UpdateTranslationSettingsDto): Promise<TranslationSettingsDto> {
    const settings = await this.access.load(actor, organizationId, id, 'edit');
    const changed = patch(settings, body, ['title', 'languages']);
    if (changed.length > 0) {
      settings.updatedAt = this.clock.now();
      const changes = Object.fromEntries([...changed, 'updatedAt' as const].map((field) => [field, settings[field]]));
      await this.db.transaction(async () => requireOne(await this.db.repo(TranslationSettingsEntity).update({ id }, changes), NO_SETTINGS));
    }
    return this.presenter.present(settings);
  }

  async delete(actor: Actor, organizationId: string, id: string): Promise<void> {
    await this.access.load(actor, organizationId, id, 'edit');
    await this.db.transaction(async () => requireOne(await this.db.repo(TranslationSettingsEntity).delete({ id }), NO_SETTINGS));
  }

  private count(organizationId: string): Promise<number> {
    return this.db.repo(TranslationSettingsEntity).countBy({ organizationId });
  }
}
