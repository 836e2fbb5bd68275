// breaks: pages-free
import { draws } from '#lib/draws.tsx'

export const takesDrawing = draws
