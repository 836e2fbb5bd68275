// breaks: layers
import { request } from '#api/request.ts'

export const asksApi = request
