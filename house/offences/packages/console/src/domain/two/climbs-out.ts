// breaks: import-style
import { request } from '../../api/request.ts'

export const climbsOut = request
