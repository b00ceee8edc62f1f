import { Injectable } from '@nestjs/common';
import { Config } from '../../kernel/config/config.js';
import type { ReadSite } from './read-site.js';

/** What a site's address is made of. */
export type AddressedSite = Pick<ReadSite, 'id' | 'organizationId' | 'organizationHostname' | 'hostname' | 'basename' | 'proxy' | 'published'>;

/** Addresses of sites as their readers see them. */
@Injectable()
export class SiteUrls {
  constructor(private readonly config: Config) {}

  /**
   * Address of the site or, with the paths on the way, of something in it; undefined while it isn't published.
   * @param shareKey an active key of this site, which then is part of the address
   */
  published(site: AddressedSite, shareKey: string | undefined, ...paths: readonly string[]): string | undefined {
    return site.published ? this.of(site, shareKey, ...paths) : undefined;
  }

  /** The same, also while it isn't published. */
  of(site: AddressedSite, shareKey: string | undefined, ...paths: readonly string[]): string {
    const parts = shareKey === undefined ? paths : [shareKey, ...paths];
    const base = site.proxy === null ? this.own(site) : `https://${site.proxy}`;
    return [base, ...parts.map(encodeURIComponent)].join('/');
  }

  /** An address as somebody with a key of the site is to have it: with the key, where it leads into this site. */
  withKey(site: AddressedSite, shareKey: string, address: string): string {
    const base = this.of(site, undefined);
    return address === base || address.startsWith(`${base}/`) ? this.of(site, shareKey) + address.slice(base.length) : address;
  }

  /** Without regard to a proxy: where the proxy finds the site. */
  own({ id, organizationId, organizationHostname, hostname, basename }: AddressedSite): string {
    if (hostname !== null) return `https://${hostname}`;
    return [this.config.publicUrl, 'sites', ...[organizationHostname ?? organizationId, basename ?? id].map(encodeURIComponent)].join('/');
  }
}
