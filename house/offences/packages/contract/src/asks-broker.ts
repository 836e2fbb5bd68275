// breaks: package-walls
import { topicRoutes } from '@brokerdeck/embedded-broker/routes/topics.ts'

export const asksBroker = topicRoutes
