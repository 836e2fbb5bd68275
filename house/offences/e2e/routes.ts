export const routes = ['/alpha', '/beta']
