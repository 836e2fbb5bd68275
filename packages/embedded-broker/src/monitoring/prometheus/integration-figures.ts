import type { Edition } from '../../broker/edition.ts'
import { type FigureGroup, kinds, noFigures, plain } from './figure-group.ts'

const counts = { emqx_rules_count: 0, emqx_actions_count: 0, emqx_connectors_count: 0 }

/** What `GET /prometheus/data_integration` tells: that there are no rules, actions and connectors here. */
export function integrationFigures(edition: Edition): readonly FigureGroup[] {
  const values = edition === 'enterprise' ? { ...counts, emqx_schema_registrys_count: 0 } : counts
  return [
    {
      key: 'data_integration_overview',
      kinds: kinds('gauge', Object.keys(values)),
      across: 'alike',
      rows: () => plain(values),
    },
    noFigures('rules'),
    noFigures('actions'),
    noFigures('connectors'),
  ]
}
