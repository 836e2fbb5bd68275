// breaks: routes, routes
export const shop = {
  alpha: { path: '/alpha', page: 'alpha/alpha-page' },
  beta: { path: '/beta', page: 'beta/untested-page' },
  delta: { path: '/delta', page: 'delta/delta-page' },
}
