// breaks: package-walls
import { arrange } from '../../../e2e/arrange.ts'

export const reachesOut = arrange
