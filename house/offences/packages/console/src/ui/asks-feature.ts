// breaks: layers
import { AlphaPage } from '#features/alpha/alpha-page.tsx'

export const asksFeature = AlphaPage
