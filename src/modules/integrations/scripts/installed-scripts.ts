import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database, type Statement } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { Urls } from '../../../kernel/urls/urls.js';
import type { SiteScriptDto } from '../../sites/dto/published-site.dto.js';
import { SiteScripts } from '../../sites/published/site-scripts.js';
import type { ReadSite } from '../../sites/read-site.js';
import type { IntegrationConfigurations } from '../configuration-schema.js';
import { IntegrationEntity } from '../integration.entity.js';
import { installationStatus } from '../installations/installation-status.js';

interface InstalledScript {
  readonly siteId: string;
  readonly installationId: string;
  readonly name: string;
  readonly version: number;
  readonly contentSecurityPolicy: string | null;
  readonly configurations: IntegrationConfigurations | null;
  readonly configured: string[];
  readonly configuredInSite: string[];
  readonly cookies: boolean;
}

/** $1: ids of sites. Oldest installation first. */
const INSTALLED: Statement = {
  name: 'integrations_site_scripts',
  text: `
    SELECT s.id AS "siteId", i.id AS "installationId", g.name, g.version, g.content_security_policy AS "contentSecurityPolicy", g.configurations,
      i.configured, coalesce(c.configured, '{}') AS "configuredInSite",
      'site:script:cookies' = ANY (i.scopes) AND 'site:script:cookies' = ANY (g.scopes) AS cookies
    FROM sites s
    JOIN integration_installations i ON i.organization_id = s.organization_id
    JOIN integrations g ON g.name = i.integration_name
    LEFT JOIN integration_site_installations c ON c.installation_id = i.id AND c.site_id = s.id
    WHERE s.id = ANY ($1) AND (i.site_selection = 'all' OR c.site_id IS NOT NULL) AND g.target IN ('all', 'site')
      AND 'site:script:inject' = ANY (i.scopes) AND 'site:script:inject' = ANY (g.scopes)
    ORDER BY i.created_at, i.id`,
};

/** Any page may load it; it is JavaScript and nothing else. */
const HEADERS = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'public, max-age=300',
} as const;

/** Scripts of integrations that are active in a site and may add one to its pages. */
@Injectable()
export class InstalledScripts extends SiteScripts {
  constructor(
    private readonly db: Database,
    private readonly urls: Urls,
  ) {
    super();
  }

  override async resolve(_: Actor, sites: readonly ReadSite[]): Promise<SiteScriptDto[][]> {
    const scripts = await this.find(sites.map(({ id }) => id));
    return sites.map(({ id }) => scripts.filter(({ siteId }) => siteId === id).map((script) => this.present(script)));
  }

  async of({ id }: ReadSite): Promise<SiteScriptDto[]> {
    return (await this.find([id])).map((script) => this.present(script));
  }

  /** The script as it was published. @throws NotFoundError when it isn't for this site */
  async send(integrationName: string, installationId: string, siteId: string, response: Response): Promise<void> {
    const isThere = (await this.find([siteId])).some((script) => script.name === integrationName && script.installationId === installationId);
    const found = isThere ? await this.db.repo(IntegrationEntity).findOne({ select: { script: true }, where: { name: integrationName } }) : null;
    if (found?.script === undefined) throw new NotFoundError('There is no such script.');
    response.set(HEADERS).send(found.script);
  }

  private async find(siteIds: readonly string[]): Promise<InstalledScript[]> {
    const scripts = await this.db.query<InstalledScript>(INSTALLED, [siteIds]);
    return scripts.filter(
      ({ configurations, configured, configuredInSite }) =>
        installationStatus(configurations?.account, configured) === 'active' && installationStatus(configurations?.site, configuredInSite) === 'active',
    );
  }

  private present({ name, installationId, siteId, version, contentSecurityPolicy, cookies }: InstalledScript): SiteScriptDto {
    return {
      script: `${this.urls.beside('integrations', name, installationId, 'sites', siteId, 'script')}?version=${String(version)}`,
      ...(contentSecurityPolicy === null ? {} : { contentSecurityPolicy }),
      cookies,
    };
  }
}
