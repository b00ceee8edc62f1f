import { Injectable } from '@nestjs/common';
import { Config } from '../../kernel/config/config.js';
import type { SamlServiceDto } from './dto/saml-provider.dto.js';

/** Where this service answers browsers and identity providers: outside /v1, each provider apart. */
@Injectable()
export class SamlAddresses {
  constructor(private readonly config: Config) {}

  of(providerId: string): SamlServiceDto {
    const root = `${this.config.publicUrl}/saml/${providerId}`;
    return { acsURL: `${root}/acs`, startURL: `${root}/start`, entityID: `${root}/metadata` };
  }

  /** Where a code is exchanged for a token. */
  get exchange(): string {
    return `${this.config.publicUrl}/saml/token`;
  }
}
