import './app/routes.tsx'
import './app/start.ts'
