import type { topics } from '@brokerdeck/contract/topics.ts'

type Handlers<R> = { [K in keyof R]?: () => void }

export const topicRoutes: Handlers<typeof topics> = {}
