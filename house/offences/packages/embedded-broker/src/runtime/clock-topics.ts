// breaks: layers
import { findOwner } from '../names/same-owner-names.ts'

export const clockTopics = [findOwner]
