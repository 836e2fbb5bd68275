// breaks: layers
import { table } from '#kit/table.ts'

export const asksKit = table
