// The native provider, as an entry of the package that shares its code with the others.
import "../dist/provider/native/index.js";
