import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './cluster.en.ts'
import * as zh from './cluster.zh.ts'

export const { cluster, configuration, backup } = defineMessages(en, zh)
