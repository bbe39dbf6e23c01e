#include "cli/run.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstdlib>

#include "support/shared.h"
#include "support/temporary.h"

extern char** environ;

namespace rekindle::test {

Ran rekindle(std::vector<std::string> arguments) {
    const TemporaryFolder folder;
    const std::string out = folder.path() / "out", err = folder.path() / "err";
    arguments.insert(arguments.begin(), REKINDLE_BINARY);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);

    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, out.c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addopen(&files, 2, err.c_str(), O_WRONLY | O_CREAT, 0600);
    pid_t pid = 0;
    int status = 0;
    const bool started = posix_spawn(&pid, argv[0], &files, nullptr, argv.data(), environ) == 0;
    posix_spawn_file_actions_destroy(&files);
    Ran ran;
    if (!started || waitpid(pid, &status, 0) != pid) return ran;
    if (WIFEXITED(status)) ran.code = WEXITSTATUS(status);
    const Bytes out_bytes = must_read(out), err_bytes = must_read(err);
    ran.out.assign(out_bytes.begin(), out_bytes.end());
    ran.err.assign(err_bytes.begin(), err_bytes.end());
    return ran;
}

} // namespace rekindle::test
