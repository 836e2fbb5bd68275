import { shop } from '#routes/shop-routes.ts'

export const routes = [shop]
