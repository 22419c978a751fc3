import { searchTasks } from './search-tasks.ts'
import { serveTasks } from './serve-tasks.ts'

serveTasks(searchTasks)
