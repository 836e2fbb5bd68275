import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './topic-explorer.en.ts'
import * as zh from './topic-explorer.zh.ts'

export const { topicExplorer, detail, sources, tree } = defineMessages(en, zh)
