// breaks: layers
import '#main.tsx'

export const asksEntry = 1
