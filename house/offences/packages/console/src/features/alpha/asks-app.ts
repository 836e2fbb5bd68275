// breaks: layers
import { routes } from '#app/routes.tsx'

export const asksApp = routes
