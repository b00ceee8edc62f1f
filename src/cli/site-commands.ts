import { Injectable } from '@nestjs/common';
import { BadInputError } from '../kernel/errors/errors.js';
import { textFault } from '../kernel/validation/text-check.js';
import type { SiteDto } from '../modules/sites/dto/site.dto.js';
import { SITE_HOSTNAME } from '../modules/sites/site-path.js';
import { SitePresenter } from '../modules/sites/site.presenter.js';
import { SiteStore } from '../modules/sites/site-store.js';

/** What an operator may do with sites. */
@Injectable()
export class SiteCommands {
  constructor(
    private readonly store: SiteStore,
    private readonly presenter: SitePresenter,
  ) {}

  /** Publishes a site; on a host of its own where one is given. */
  async publish({ site, hostname }: { site: string; hostname?: string }): Promise<SiteDto> {
    const fault = hostname === undefined ? undefined : textFault(hostname, SITE_HOSTNAME);
    if (fault !== undefined) throw BadInputError.ofField('hostname', fault);
    return this.presenter.present(await this.store.update(await this.store.getById(site), { published: true, hostname }));
  }

  async unpublish({ site }: { site: string }): Promise<SiteDto> {
    return this.presenter.present(await this.store.update(await this.store.getById(site), { published: false }));
  }
}
