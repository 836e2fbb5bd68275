import { type FigureGroup, kinds, plain } from './figure-group.ts'
import type { FigureSource } from './figure-source.ts'

/** What `GET /prometheus/auth` tells. */
export function accessFigures(source: FigureSource): readonly FigureGroup[] {
  return [
    {
      key: 'emqx_authn',
      kinds: new Map([
        ...kinds('gauge', ['emqx_authn_enable', 'emqx_authn_status']),
        ...kinds('counter', [
          'emqx_authn_nomatch',
          'emqx_authn_total',
          'emqx_authn_success',
          'emqx_authn_failed',
        ]),
        ...kinds('gauge', ['emqx_authn_users_count']),
      ]),
      across: 'added',
      isClusterWide: (name) => /_(enable|status|users_count)$/.test(name),
      isList: true,
      rows: (node) => source.authenticators(node.name),
    },
    {
      key: 'emqx_authz',
      kinds: new Map([
        ...kinds('gauge', ['emqx_authz_enable', 'emqx_authz_status']),
        ...kinds('counter', [
          'emqx_authz_nomatch',
          'emqx_authz_total',
          'emqx_authz_allow',
          'emqx_authz_deny',
        ]),
        ...kinds('gauge', ['emqx_authz_rules_count']),
      ]),
      across: 'added',
      isClusterWide: (name) => /_(enable|status|rules_count)$/.test(name),
      isList: true,
      rows: (node) => source.accessSources(node.name),
    },
    {
      key: 'emqx_banned',
      kinds: kinds('gauge', ['emqx_banned_count']),
      across: 'alike',
      rows: () => plain({ emqx_banned_count: source.bannedCount() }),
    },
  ]
}
