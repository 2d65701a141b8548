// Video4Linux
