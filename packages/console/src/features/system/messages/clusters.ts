import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './clusters.en.ts'
import * as zh from './clusters.zh.ts'

export const { clusters } = defineMessages(en, zh)
