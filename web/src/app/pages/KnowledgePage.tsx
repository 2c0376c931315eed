export { KnowledgeRoom as Screen } from '../../knowledge/KnowledgeRoom';
