// breaks: layers
import { arrange } from '#testing/arrange.ts'

export const asksTesting = arrange
