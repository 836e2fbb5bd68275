// breaks: pages-free
import { useState } from 'react'

export const reachesReact = useState
