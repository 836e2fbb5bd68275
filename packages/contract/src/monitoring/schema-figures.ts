import { endpoint } from '../endpoint.ts'
import { scrape } from './prometheus.ts'

/** The figures that Enterprise exports beside `prometheus`; on Community these paths do not exist. */
export const schemaFigures = {
  validation: endpoint({ ...scrape, path: '/prometheus/schema_validation' }),
  transformation: endpoint({ ...scrape, path: '/prometheus/message_transformation' }),
} as const
