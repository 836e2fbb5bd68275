// breaks: package-walls
import pad from 'left-pad'

export const asksUndeclared = pad
