// breaks: endpoints
import { endpoint } from './endpoint.ts'

export const topics = {
  list: endpoint({}),
  get: endpoint({ method: 'GET', path: '/topics/:topic' }),
  untested: endpoint({ method: 'DELETE', path: '/topics/:topic' }),
} as const
