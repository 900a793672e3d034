import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
import{isFile,readChangedUnits}from"./chunk-UGSTFGLH.js";import"./chunk-KWXUD2HD.js";import"./chunk-YVPJDT3U.js";export{isFile,readChangedUnits};
