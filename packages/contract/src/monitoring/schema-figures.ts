import { endpoint } from '../endpoint.ts'
import { scrape } from './prometheus.ts'

/** What Enterprise exports beside `prometheus`; Community answers that there are no such paths. */
export const schemaFigures = {
  validation: endpoint({ ...scrape, path: '/prometheus/schema_validation' }),
  transformation: endpoint({ ...scrape, path: '/prometheus/message_transformation' }),
} as const
