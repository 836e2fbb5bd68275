// breaks: package-walls
import { readFileSync } from 'node:fs'

export const asksNode = readFileSync
