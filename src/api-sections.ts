import type { DocumentSection } from './kernel/openapi/document.js';

/** All sections, in the order in which somebody new would read them; each operation names its own. */
export const API_SECTIONS: readonly DocumentSection[] = [
  { name: 'Organizations', description: 'What owns everything else, and how people get in' },
  { name: 'Organization members', description: 'People and their roles' },
  { name: 'Teams and team members', description: 'People grouped, to be granted roles together' },
  { name: 'SAML and SSO', description: 'Sign-in through identity providers' },
  { name: 'Collections', description: 'Folders of spaces, in a tree' },
  { name: 'Space content', description: 'Pages, files, links, search and imports of the main content' },
  { name: 'Space comments', description: 'Discussions on the main content' },
  { name: 'Change requests', description: 'Changes that are reviewed before they are merged' },
  { name: 'Change request content', description: 'Pages, files and links as a change request has them' },
  { name: 'Change request comments', description: 'Discussions on a change request' },
  { name: 'Sites', description: 'Published documentation' },
  { name: 'Share links', description: 'Access to a site for whoever has the link' },
  { name: 'Site sections', description: 'The parts of a site' },
  { name: 'Site section groups', description: 'Sections under one heading' },
  { name: 'Site spaces', description: 'The spaces that a site shows' },
  { name: 'OpenAPI specs and versions', description: 'API descriptions, kept in versions' },
  { name: 'Translations', description: 'Spaces in other languages' },
  { name: 'Integrations', description: 'Extensions and where they are installed' },
  { name: 'Beyond the specification', description: 'Operations of this service alone; switched off by EXTENSIONS=false' },
];
