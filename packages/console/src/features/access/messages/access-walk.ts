import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './access-walk.en.ts'
import * as zh from './access-walk.zh.ts'

export const { accessWalk, hits, preview } = defineMessages(en, zh)
