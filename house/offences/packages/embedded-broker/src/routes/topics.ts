import { topics } from '@brokerdeck/contract/topics.ts'

const acts = <R>(resource: { endpoints: R }) => resource

export const topicRoutes = acts({ endpoints: topics })
