// breaks: layers
import { topics } from '@brokerdeck/contract/topics.ts'

const apiResource = <R>(resource: { endpoints: R }) => resource

export const topicRoutes = apiResource({ endpoints: topics })
